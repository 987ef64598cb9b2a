import { fileListOptionSchema } from '@prosa/shared/entities/file-list.ts';
import { expect, it } from 'vitest';
import { fieldsFrom, optionsOfFiles } from './change-file-list.ts';

const media = { key: 't/1/a', fileName: 'a.pdf', mimeType: 'application/pdf', size: 1 };
const had = [
  fileListOptionSchema.parse({ id: 'a', name: 'Preços', media }),
  fileListOptionSchema.parse({ id: 'b', name: 'Fotos' }),
  fileListOptionSchema.parse({ id: 'c', name: 'Fotos' }),
];

it('options keep their file by their id, in the order of the request; others are new', () => {
  let made = 0;
  const options = [
    { id: 'b', name: 'Vitrine' },
    { id: 'a', name: 'Tabela' },
    { id: 'a', name: 'Cópia' },
    { id: 'x', name: 'Estranha' },
    { id: undefined, name: 'Nova' },
  ];
  const after = fieldsFrom({ name: 'Lista', message: 'Aqui', options }, had, () => `new${++made}`);
  expect(after.options).toEqual([
    { id: 'b', name: 'Vitrine', media: null },
    { id: 'a', name: 'Tabela', media },
    { id: 'new1', name: 'Cópia', media: null },
    { id: 'new2', name: 'Estranha', media: null },
    { id: 'new3', name: 'Nova', media: null },
  ]);
});

it.each([
  ['by its id, with or without a file', [{ id: 'a', name: undefined }], ['a']],
  ['by its name, if it has no file', [{ id: undefined, name: 'Fotos' }], ['b']],
  [
    'each once',
    [
      { id: 'undefined', name: 'Fotos' },
      { id: 'undefined', name: 'Fotos' },
    ],
    ['b', 'c'],
  ],
  ['not by the name of one with a file', [{ id: undefined, name: 'Preços' }], undefined],
  ['not an unknown one', [{ id: 'x', name: undefined }], undefined],
  [
    'not one twice',
    [
      { id: 'a', name: undefined },
      { id: 'a', name: undefined },
    ],
    undefined,
  ],
] as const)('the option of a file is found %s', (_how, files, ids) => {
  expect(optionsOfFiles(had, files)).toEqual(ids);
});
