import { Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { type DragEvent, type KeyboardEvent, memo, useState } from 'react';
import { uploadPath } from '#shared/urls.ts';
import { attempt } from '../../../resource-kit/errors.ts';
import { type PlacedPhoto, updatePhoto } from '../../../resource-kit/library/photo-shoot.ts';
import { matchAgain } from '../../../resource-kit/library/photo-upload.ts';
import { useImageSource } from '../../../ui/renditions.ts';
import classes from './photo-shoot.module.css';

const dragType = 'application/x-photo';
const addValue = '';

const Picture = ({ file, className }: { file: string; className: string | undefined }) => {
  const toSource = useImageSource();
  return (
    <span className={className}>
      <img {...toSource(uploadPath(file), 52)} alt="" loading="lazy" draggable={false} />
    </span>
  );
};

/** Moves the focus to the same field of another row, so that many codes are entered one after the other. */
const focusBelow = ({ currentTarget }: KeyboardEvent<HTMLInputElement>): void => {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-photo-code]')];
  const next = fields[fields.indexOf(currentTarget) + 1];
  if (next) next.focus();
  else currentTarget.blur();
};

const CodeField = ({ photo: { source, match, code } }: { photo: PlacedPhoto }) => {
  const shown = code ?? match.targets[0]?.sku ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const save = () => {
    if (typed !== null && typed.trim() !== shown) void attempt(() => matchAgain(source.id, typed.trim()));
    setTyped(null);
  };
  return (
    <TextInput
      size="xs"
      data-photo-code
      aria-label={`SKU for ${source.path}`}
      placeholder="SKU, GTIN or handle"
      value={typed ?? shown}
      error={code !== undefined && match.targets.length === 0}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') focusBelow(event);
      }}
    />
  );
};

const Target = ({ photo: { source, match } }: { photo: PlacedPhoto }) => {
  const [first, ...others] = match.targets;
  if (others.length === 0 || !first) return first?.name;
  return (
    <NativeSelect
      size="xs"
      aria-label={`Product for ${source.path}`}
      data={match.targets.map(({ name, sku }, index) => ({ value: String(index), label: [name, sku].join(' · ') }))}
      value="0"
      onChange={({ currentTarget: { value } }) => {
        const chosen = match.targets[Number(value)] ?? first;
        const targets = [chosen, ...match.targets.filter((target) => target !== chosen)];
        updatePhoto(source.id, { match: { ...match, targets }, isChosen: true, replaces: undefined });
      }}
    />
  );
};

const Place = ({ photo: { source, match, place } }: { photo: PlacedPhoto }) => {
  const [target] = match.targets;
  if (!target || place.problem !== null) return <Text size="xs">{place.problem}</Text>;
  const hasChoice = target.variantId !== null && target.images.length > 0;
  return (
    <Group gap={8} wrap="nowrap">
      {hasChoice ? (
        <NativeSelect
          size="xs"
          aria-label={`Place of ${source.path}`}
          data={[
            { value: addValue, label: place.replaces === null ? place.text : 'Add after the others' },
            ...target.images.map((image, index) => ({ value: image, label: `Replaces image ${index + 1}` })),
          ]}
          value={place.replaces ?? addValue}
          onChange={({ currentTarget: { value } }) =>
            updatePhoto(source.id, { replaces: value === addValue ? null : value, isChosen: true })
          }
        />
      ) : (
        place.text
      )}
      {place.replaces !== null && (
        <Picture file={place.replaces} className={`${classes.thumbnail} ${classes.replaced}`} />
      )}
    </Group>
  );
};

/** A photo can be dragged onto another one, whose product it gets then; the keyboard way is to enter the SKU. */
const getDragProps = ({ source, match }: PlacedPhoto) => ({
  onDragOver: (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    event.currentTarget.dataset.over = 'true';
  },
  onDragLeave: (event: DragEvent<HTMLElement>) => void delete event.currentTarget.dataset.over,
  onDrop: (event: DragEvent<HTMLElement>) => {
    delete event.currentTarget.dataset.over;
    const dragged = event.dataTransfer.getData(dragType);
    if (!dragged) return;
    event.preventDefault();
    const [target] = match.targets;
    if (!target || dragged === source.id) return;
    updatePhoto(dragged, (photo) => ({
      match: photo.match && { ...photo.match, targets: [target], isSure: true, reason: 'Moved by you' },
      code: undefined,
      isChosen: undefined,
      replaces: undefined,
    }));
  },
});

/** A photo with the product that it is proposed for. Memoized, because every upload changes the list. */
export const PhotoRow = memo(
  ({ photo }: { photo: PlacedPhoto }) => {
    const { source, match, place, note } = photo;
    const canAdd = match.targets.length > 0 && place.problem === null;
    return (
      <tr {...getDragProps(photo)}>
        <td>
          <Checkbox
            aria-label={`Add ${source.path}`}
            checked={place.isChosen}
            disabled={!canAdd}
            onChange={({ currentTarget: { checked } }) => updatePhoto(source.id, { isChosen: checked })}
          />
        </td>
        <td>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the keyboard way is to enter the SKU */}
          <span
            draggable
            className={classes.thumbnail}
            onDragStart={(event) => event.dataTransfer.setData(dragType, source.id)}
          >
            <Picture file={match.file} className={undefined} />
          </span>
        </td>
        <th scope="row" className={classes.file}>
          {source.path}
          {note && (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          )}
        </th>
        <td>
          <CodeField photo={photo} />
        </td>
        <td>
          <Target photo={photo} />
          <Text size="xs" c={match.isSure ? 'dimmed' : 'var(--bo-warning-text)'}>
            {match.reason}
          </Text>
        </td>
        <td>
          <Place photo={photo} />
        </td>
      </tr>
    );
  },
  (before, after) => JSON.stringify(before.photo) === JSON.stringify(after.photo),
);
