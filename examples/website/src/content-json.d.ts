import type { Content } from '@catalogue/site-client';

declare const content: Content;
export default content;
