import type { FileKind } from '../uploads.ts';
import { type Field, statuses } from './fields.ts';

export const exampleTime = '2026-02-28T09:30:00.000Z';

/** Returns the same id for a resource in every example, so that references match. */
export const exampleId = (resource: string): string => {
  let hash = 0;
  for (const character of resource) hash = (hash * 31 + character.charCodeAt(0)) % 0xffff_ffff;
  return `019ca0f2-1b00-7000-8000-${hash.toString(16).padStart(12, '0')}`;
};

// The smallest valid file of each type.
const files: Record<FileKind, { stored: string; sent: string }> = {
  image: {
    stored: '4f2a9c0d7b6e58311c9a0e4d2f8b7a65.png',
    sent: 'pen.png@@data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  },
  pdf: {
    stored: '8d1e5b7c3a9f40628e7d1c5b3a9f4062.pdf',
    sent: 'pens.pdf@@data:application/pdf;base64,JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZz4+ZW5kb2JqCnRyYWlsZXI8PC9Sb290IDEgMCBSPj4KJSVFT0YK',
  },
  video: {
    stored: '1c5b3a9f40628d7e8d1e5b7c3a9f4062.mp4',
    sent: 'tour.mp4@@data:video/mp4;base64,AAAAGGZ0eXBpc29tAAACAGlzb21pc28yAAAACGZyZWU=',
  },
  captions: {
    stored: '7d8e1c5b3a9f40624062f9a3b5c1d7e8.vtt',
    sent: 'tour.vtt@@data:text/vtt;base64,V0VCVlRUCgowMDowMC4wMDAgLS0+IDAwOjAyLjAwMApBIHBlbiB3cml0ZXMuCg==',
  },
};

export const exampleStoredFile = files.image.stored;
export const exampleStoredPdf = files.pdf.stored;

export const exampleEmail = 'name@company.com';
export const exampleCode = 'ABCD-EFGH-JKLM-NPQR';
export const examplePassword = 'correct horse battery';

const textInputs = { email: exampleEmail, tel: '+91 98765 43210' } as const;

const exampleValue = (field: Field, file: 'stored' | 'sent'): unknown => {
  switch (field.kind) {
    case 'text':
      return field.example ?? (field.inputType ? textInputs[field.inputType] : field.label.slice(0, field.maxLength));
    case 'slug':
      return file === 'stored' ? 'glide-gel-pen' : '';
    case 'richText':
      return `<p>${field.label}</p>`;
    case 'number':
      return Math.max(field.min ?? 0, 1);
    case 'money':
      return 12.5;
    case 'boolean':
      return true;
    case 'date':
      return exampleTime.slice(0, 10);
    case 'status':
      return statuses[0];
    case 'choice':
      return field.initial ?? field.options[0]?.value ?? null;
    case 'choices':
      return field.options.slice(0, 2).map((option) => option.value);
    case 'reference':
    case 'inherited':
      return exampleId(field.to);
    default:
      return files[field.kind === 'media' ? 'image' : field.kind][file];
  }
};

export const outputExample = (field: Field): unknown => exampleValue(field, 'stored');

/** A field's value in a request, where a file includes its content. */
export const inputExample = (field: Field): unknown => exampleValue(field, 'sent');
