import { listPages } from '../content.ts';

export const GET = () => Response.json(listPages().map(({ updatedAt: _, ...entry }) => entry));
