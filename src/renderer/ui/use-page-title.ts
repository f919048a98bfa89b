import { useDocumentTitle } from '@mantine/hooks';

/** Sets the window's title to the parts and the app's name, without repeating a part. */
export const usePageTitle = (parts: readonly string[]): void =>
  useDocumentTitle([...new Set([...parts, 'Catalogue Back Office'])].join(' – '));
