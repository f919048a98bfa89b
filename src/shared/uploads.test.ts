import { describe, expect, it } from 'vitest';
import { maxUploadBytes, validateFile } from './uploads.ts';
import { uploadPath } from './urls.ts';

const picture = { name: 'Pens.JPG', size: 10, detectedExtension: 'jpg', kind: 'image' } as const;

describe('validateFile', () => {
  it('accepts a file whose content matches its name', () => {
    expect(validateFile(picture)).toBeNull();
    expect(validateFile({ ...picture, name: 'pens.jpeg' })).toBeNull();
  });

  it('accepts an image with the extension of another image type', () => {
    expect(validateFile({ ...picture, detectedExtension: 'png' })).toBeNull();
    expect(validateFile({ ...picture, name: 'pens.jfif' })).toBeNull();
  });

  const images = 'Use JPG, PNG, WEBP or GIF.';
  it.each([
    [{ size: 0 }, 'Pens.JPG is empty'],
    [{ size: maxUploadBytes + 1 }, 'Pens.JPG is larger than 50 MB'],
    [{ name: 'pens.svg' }, `pens.svg isn’t a supported image. ${images}`],
    [{ name: 'pens' }, `pens isn’t a supported image. ${images}`],
    [{ name: 'pens.bmp', detectedExtension: 'bmp' }, `pens.bmp isn’t a supported image. ${images}`],
    [{ detectedExtension: 'pdf' }, 'Pens.JPG is a PDF, not an image'],
    [{ detectedExtension: 'zip' }, 'Pens.JPG is a ZIP archive, not an image'],
    [{ detectedExtension: 'html' }, 'Pens.JPG is a web page, not an image'],
    [{ detectedExtension: 'mp4' }, 'Pens.JPG is an MP4 video, not an image'],
    [{ detectedExtension: 'mp3' }, 'Pens.JPG is an MP3 file, not an image'],
    [{ detectedExtension: null }, 'Pens.JPG isn’t a valid JPG file'],
    [{ kind: 'pdf' as const }, 'Pens.JPG isn’t a PDF'],
    [{ kind: 'pdf' as const, name: 'pens.pdf' }, 'pens.pdf is a JPG image, not a PDF'],
    [{ kind: 'video' as const, name: 'pens.mkv' }, 'pens.mkv isn’t a supported video. Use MP4, WMV or AVI.'],
    [{ kind: 'spreadsheet' as const }, 'Pens.JPG isn’t a supported spreadsheet. Use a CSV, XLSX, XLS or ODS file.'],
  ])('rejects %j', (change, message) => {
    expect(validateFile({ ...picture, ...change })).toBe(message);
  });

  it.each([
    ['image', 'heic', 'HEIC images aren’t supported. Export it as JPEG or PNG.'],
    ['image', 'avif', 'AVIF images aren’t supported. Export it as JPEG or PNG.'],
    ['image', 'svg', 'SVG images aren’t supported. Export it as JPEG or PNG.'],
    ['image', 'tif', 'TIFF images aren’t supported. Export it as JPEG or PNG.'],
    ['image', 'psd', 'PSD images aren’t supported. Export it as JPEG or PNG.'],
    ['video', 'mov', 'MOV videos aren’t supported. Export it as MP4.'],
    ['video', 'webm', 'WebM videos aren’t supported. Export it as MP4.'],
  ] as const)('rejects the unsupported %s type %s by extension and content', (kind, type, says) => {
    const file = { size: 10, kind };
    const byName = validateFile({ ...file, name: `a.${type.toUpperCase()}`, detectedExtension: null });
    expect(byName).toBe(`a.${type.toUpperCase()} can’t be used: ${says}`);
    const named = kind === 'image' ? 'a.jpg' : 'a.mp4';
    const byContent = validateFile({ ...file, name: named, detectedExtension: type });
    expect(byContent).toBe(`${named} can’t be used: ${says}`);
  });

  const pdf = { name: 'catalogue', size: 10, detectedExtension: 'pdf', kind: 'pdf' } as const;

  it.each(['catalogue', 'catalogue v1.2', 'No. 5 Summer'])('accepts a PDF without an extension: %s', (name) => {
    expect(validateFile({ ...pdf, name })).toBeNull();
  });

  it.each([
    [{ isCutOff: true }, 'catalogue is incomplete. Export or download it again.'],
    [{ name: 'catalogue.txt' }, 'catalogue.txt is a PDF, but its name ends in .txt. Rename it.'],
    [{ detectedExtension: 'html' }, 'catalogue isn’t a PDF'],
    [{ name: 'a.pdf', detectedExtension: 'html' }, 'a.pdf is a web page, not a PDF'],
  ])('rejects a PDF with %j', (change, message) => {
    expect(validateFile({ ...pdf, ...change })).toBe(message);
  });

  it('accepts a file of exactly 50 MB', () => {
    expect(validateFile({ ...picture, size: maxUploadBytes })).toBeNull();
  });
});

it('serves a stored file by its escaped name', () => {
  expect(uploadPath('a b#.png')).toBe('/uploads/a%20b%23.png');
  expect(uploadPath('a.png', 'Pens & ink.png')).toBe('/uploads/a.png?name=Pens%20%26%20ink.png');
});
