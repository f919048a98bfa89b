import { pagesOfPdf } from '../../support/pdf-pages.ts';

export const textOfPdf = async (bytes: Buffer): Promise<string> => (await pagesOfPdf(bytes)).join('\n');
