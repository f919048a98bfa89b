import { z } from 'zod';
import { exampleId, exampleStoredFile, exampleTime } from './examples.ts';

/** Parts that many requests and responses share. */

export const idOf = (table: string, description?: string) =>
  z
    .string()
    .max(100)
    .meta({ example: exampleId(table), description });

export const timeSchema = z.string().meta({ example: exampleTime });

/** The name of a user at the time. */
export const userNameSchema = z.string().meta({ example: 'Ada' });

/** The picture of a record. */
export const pictureSchema = z
  .string()
  .nullable()
  .meta({ example: exampleStoredFile, description: 'Stored file name of its picture; null if it has none' });

/** The record that something belongs to. */
export const recordShape = {
  resource: z.string().max(100).meta({ example: 'country' }),
  recordId: idOf('country'),
};

/** A switch of a request, which is off unless it is sent. */
export const flag = (name: string, description: string) =>
  z
    .boolean({ error: `${name} must be true or false` })
    .default(false)
    .meta({ description, example: false });
