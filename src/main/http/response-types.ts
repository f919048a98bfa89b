const types = [
  /^application\/(json|pdf|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet)$/,
  /^text\/(csv|vtt|event-stream)$/,
  // SVG could contain scripts.
  /^image\/(?!svg)[\w.-]+$/,
  /^(audio|video)\/[\w.-]+$/,
];

/** Whether the API or the file store can have sent a response of this type: JSON, CSV, workbooks, events, PDF and media. */
export const isExpectedType = (contentType = ''): boolean => {
  const [type = ''] = contentType.split(';');
  return types.some((pattern) => pattern.test(type.trim().toLowerCase()));
};
