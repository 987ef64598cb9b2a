import { UPLOAD_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { expect, it } from 'vitest';
import { refusalOf } from './refused-file.ts';

const file = (name: string, type: string, size = 4): File => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};

it.each([
  ['a picture', file('a.png', 'image/png'), null],
  ['a file of no type', file('dados.xyz', ''), null],
  ['as large as may be', file('a.zip', 'application/zip', UPLOAD_MAX_BYTES), null],
  ['nothing', file('a.png', 'image/png', 0), 'empty'],
  ['too much', file('a.zip', 'application/zip', UPLOAD_MAX_BYTES + 1), 'tooLarge'],
  ['a page by its name', file('a.html', ''), 'type'],
  ['a drawing that may run', file('a.svg', 'image/svg+xml'), 'type'],
  ['a program', file('a.exe', 'application/x-msdownload'), 'type'],
])('checks %s', async (_what, given, expected) => {
  expect(await refusalOf(given)).toBe(expected);
});

it('has a lower limit where one is given', async () => {
  expect(await refusalOf(file('a.png', 'image/png', 5), 5)).toBeNull();
  expect(await refusalOf(file('a.png', 'image/png', 6), 5)).toBe('tooLarge');
});

it('reports a file that cannot be read, such as a dropped folder', async () => {
  const folder = file('Fotos', '', 4096);
  folder.slice = () => {
    const part = new Blob();
    part.arrayBuffer = () => Promise.reject(new DOMException('a folder', 'NotFoundError'));
    return part;
  };
  expect(await refusalOf(folder)).toBe('unreadable');
});
