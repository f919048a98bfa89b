import { Button, Group, Select, Text } from '@mantine/core';
import { IconFocus2, IconRotate, IconRotateClockwise } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { centerCrop, makeAspectCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { type Crop, type FocalPoint, parseCrop, parseFocalPoint, wholeImage } from '#shared/image-edit.ts';
import { renditionPath } from '#shared/renditions.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import type { Asset } from '#shared/resources/asset.ts';
import { uploadPath } from '#shared/urls.ts';
import type { ReplaceResult } from '#shared/used-by.ts';
import { showBulkResult } from '../../resource-kit/bulk/bulk-change.tsx';
import { requestChange } from '../../resource-kit/long-change.ts';
import { refetchAll } from '../../resource-kit/query-client.ts';
import { announce } from '../../ui/announcements.tsx';
import { openDialog } from '../../ui/modals.ts';
import { LabeledSwitch } from '../../ui/switch.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import classes from './edit-image.module.css';
import { reportFailure } from './report-failure.ts';

/** Sharp enough to cut by, in pixels. */
const shownWidth = 1280;
const centre: FocalPoint = { x: 50, y: 50 };

const aspects: Readonly<Record<string, number>> = {
  '1:1': 1,
  '4:3': 4 / 3,
  '3:4': 3 / 4,
  '3:2': 3 / 2,
  '16:9': 16 / 9,
};

const labels = {
  cropArea: 'Crop. Arrow keys move it',
  nwDragHandle: 'Top left corner',
  nDragHandle: 'Top edge',
  neDragHandle: 'Top right corner',
  eDragHandle: 'Right edge',
  seDragHandle: 'Bottom right corner',
  sDragHandle: 'Bottom edge',
  swDragHandle: 'Bottom left corner',
  wDragHandle: 'Left edge',
};

const describePoint = ({ x, y }: FocalPoint): string =>
  `${Math.round(x)}% from the left, ${Math.round(y)}% from the top`;

const clamp = (value: number): number => Math.min(100, Math.max(0, value));

/** A quarter turn clockwise. */
const turnPoint = ({ x, y }: FocalPoint): FocalPoint => ({ x: 100 - y, y: x });

const turnCrop = ({ rotation, x, y, width, height }: Crop): Crop => ({
  rotation: ((rotation + 90) % 360) as Crop['rotation'],
  x: clamp(100 - y - height),
  y: x,
  width: height,
  height: width,
});

const draw = (canvas: HTMLCanvasElement, image: HTMLImageElement, rotation: number): void => {
  const { naturalWidth: width, naturalHeight: height } = image;
  const isOnSide = rotation % 180 !== 0;
  canvas.width = isOnSide ? height : width;
  canvas.height = isOnSide ? width : height;
  const context = canvas.getContext('2d');
  context?.translate(canvas.width / 2, canvas.height / 2);
  context?.rotate((rotation * Math.PI) / 180);
  context?.drawImage(image, -width / 2, -height / 2);
};

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The focal point on the cropped part, moved by dragging or with the arrow keys. */
const FocalMarker = ({ point, onMove }: { point: FocalPoint; onMove: (point: FocalPoint) => void }) => {
  const moveTo = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLButtonElement>) => {
    const area = currentTarget.offsetParent?.getBoundingClientRect();
    if (!area) return;
    onMove({
      x: clamp(((clientX - area.left) / area.width) * 100),
      y: clamp(((clientY - area.top) / area.height) * 100),
    });
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const factor = event.shiftKey ? 10 : 1;
    const moved = { x: clamp(point.x + step[0] * factor), y: clamp(point.y + step[1] * factor) };
    onMove(moved);
    announce(describePoint(moved));
  };
  return (
    <button
      type="button"
      className={classes.marker}
      style={{ left: `${point.x}%`, top: `${point.y}%` }}
      aria-label={`Focal point: ${describePoint(point)}`}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event);
      }}
      onKeyDown={handleKey}
    >
      <IconFocus2 size="1.5rem" aria-hidden />
    </button>
  );
};

const ImageEditor = ({ edited, onClose }: { edited: Asset; onClose: () => void }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [crop, setCrop] = useState<Crop>(() => parseCrop(edited.crop));
  const [focalPoint, setFocalPoint] = useState(() => parseFocalPoint(edited.focalPoint));
  const [aspect, setAspect] = useState<string | null>(null);
  const [isSaving, track] = useBusy();
  const source = renditionPath(uploadPath(String(edited.original ?? edited.file)), shownWidth);
  const { rotation } = crop;

  useEffect(() => {
    const loaded = new Image();
    loaded.onload = () => setImage(loaded);
    loaded.onerror = () => setHasFailed(true);
    loaded.src = source;
  }, [source]);
  useEffect(() => {
    if (canvas.current && image) draw(canvas.current, image, rotation);
  }, [image, rotation]);

  // Screen readers would name the shadow around the crop.
  useEffect(() => stage.current?.querySelector('svg.ReactCrop__crop-mask')?.setAttribute('aria-hidden', 'true'));

  const turn = (times: number) => {
    let [turned, point] = [crop, focalPoint];
    for (let time = 0; time < times; time += 1) [turned, point] = [turnCrop(turned), point && turnPoint(point)];
    setCrop(turned);
    setFocalPoint(point);
    setAspect(null);
  };
  const changeAspect = (chosen: string | null) => {
    setAspect(chosen);
    const ratio = aspects[chosen ?? ''];
    const { width = 1, height = 1 } = canvas.current ?? {};
    if (ratio === undefined) return;
    const isWider = ratio > width / height;
    const fitting = isWider
      ? makeAspectCrop({ unit: '%', width: 100 }, ratio, width, height)
      : makeAspectCrop({ unit: '%', height: 100 }, ratio, width, height);
    const { unit: _unit, ...part } = centerCrop(fitting, width, height);
    setCrop({ rotation, ...part });
  };
  const save = async () => {
    try {
      const path = `/asset/editById/${encodeURIComponent(edited._id)}`;
      const options = { title: `Editing “${edited.name}”…`, body: { crop, focalPoint } };
      const result: ReplaceResult = await requestChange('POST', path, options);
      showBulkResult(result, refetchAll);
      onClose();
    } catch (error) {
      reportFailure(error, `“${edited.name}” can’t be edited`);
    }
    await refetchAll();
  };
  const uses = edited.useCount ?? 0;
  return (
    <div className={classes.editor}>
      <Group gap="sm">
        <Button leftSection={<IconRotate size="1rem" />} onClick={() => turn(3)}>
          Rotate left
        </Button>
        <Button leftSection={<IconRotateClockwise size="1rem" />} onClick={() => turn(1)}>
          Rotate right
        </Button>
        <Select
          aria-label="Shape"
          placeholder="Any shape"
          w="9rem"
          clearable
          data={Object.keys(aspects)}
          value={aspect}
          onChange={changeAspect}
        />
        <LabeledSwitch
          label="Focal point"
          isOn={focalPoint !== null}
          onChange={(isOn) => setFocalPoint(isOn ? centre : null)}
        />
        <Button
          variant="subtle"
          ms="auto"
          onClick={() => {
            setCrop(wholeImage);
            setAspect(null);
          }}
        >
          Show whole image
        </Button>
      </Group>
      <div ref={stage} className={classes.stage}>
        {hasFailed ? (
          <Text>The image can’t be loaded</Text>
        ) : (
          <ReactCrop
            keepSelection
            crop={{ unit: '%', ...crop }}
            aspect={aspects[aspect ?? '']}
            ariaLabels={labels}
            minWidth={8}
            minHeight={8}
            onChange={(_pixels, { x, y, width, height }) =>
              setCrop({ rotation, x: clamp(x), y: clamp(y), width: clamp(width), height: clamp(height) })
            }
            renderSelectionAddon={() => focalPoint && <FocalMarker point={focalPoint} onMove={setFocalPoint} />}
          >
            <canvas ref={canvas} className={classes.canvas} role="img" aria-label={edited.alt || edited.name} />
          </ReactCrop>
        )}
      </div>
      <Text size="sm" c="dimmed">
        {uses > 0 ? `Changes the image in ${formatCount(uses, 'item')}. ` : ''}The original stays. The focal point stays
        visible where banners and thumbnails cut the image.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="brand" loading={isSaving} disabled={!image} onClick={() => void track(save())}>
          Save image
        </Button>
      </Group>
    </div>
  );
};

/** Opens the editor of an image of the library. */
export const openImageEditor = (edited: Asset): void =>
  openDialog({
    title: `Edit “${edited.name}”`,
    size: '64rem',
    render: (close) => <ImageEditor edited={edited} onClose={close} />,
  });
