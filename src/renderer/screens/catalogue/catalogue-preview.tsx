import { Card, Group, List, Loader, Text, Title } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { getErrorMessage } from '../../resource-kit/errors.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { PdfPage, usePdf } from '../../ui/pdf-viewer.tsx';
import classes from './make-catalogue.module.css';

/** Two pages fit beside each other in a wide window, so that the layout can be judged. */
const getPageWidth = (width: number, pageCount: number): number =>
  Math.min(width > 480 && pageCount > 1 ? Math.floor((width - 20) / 2) : width, 480);

const Pages = ({ url }: { url: string }) => {
  const pdf = usePdf(url);
  const { ref, width } = useElementSize();
  if (pdf.state === 'failed') return <Text role="alert">This preview can’t be displayed</Text>;
  return (
    <section ref={ref} className={classes.pages} aria-label="First pages" tabIndex={0}>
      {pdf.state === 'ready' &&
        width > 0 &&
        Array.from({ length: pdf.document.numPages }, (_, index) => (
          <PdfPage
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
            key={index}
            document={pdf.document}
            pageNumber={index + 1}
            width={getPageWidth(width, pdf.document.numPages)}
            label={`Page ${index + 1}`}
            className={classes.sheet}
          />
        ))}
    </section>
  );
};

type Preview = {
  url: string | undefined;
  error: Error | null;
  isFetching: boolean;
  notices: readonly string[] | undefined;
  /** How much is printed, such as "120 products on 24 pages". */
  summary: string | undefined;
};

/** The first pages as they will be printed. */
export const PrintPreview = ({ url, error, isFetching, notices = [], summary }: Preview) => {
  return (
    <Card component="section" aria-label="Preview" className={classes.preview}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>Preview</Title>
        <Group gap="xs">
          {isFetching && <Loader size="xs" role="img" aria-label="Making the preview" />}
          <Text role="status" c="dimmed" size="sm" className="bo-tabular">
            {!error && summary}
          </Text>
        </Group>
      </Group>
      {error ? (
        <InlineAlert>{getErrorMessage(error)}</InlineAlert>
      ) : (
        <>
          {notices.length > 0 && (
            <InlineAlert role="status" title="Before you print it">
              <List size="sm">
                {notices.map((notice) => (
                  <List.Item key={notice}>{notice}</List.Item>
                ))}
              </List>
            </InlineAlert>
          )}
          {url ? <Pages url={url} /> : <Text c="dimmed">The first pages are shown here</Text>}
        </>
      )}
    </Card>
  );
};
