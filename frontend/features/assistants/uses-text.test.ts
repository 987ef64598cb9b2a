import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { usesText } from './uses-text.ts';

// Cast: the test needs the keys and values of texts, not their translation.
const t = ((key: string, values: object) =>
  `${key} ${Object.values(values).join()}`) as TFunction<'assistants'>;
const refusal = (code: 'ERR_ASSISTANT_IN_USE' | 'ERR_CONFLICT', details: unknown) =>
  new ApiError({ code, status: 409, details });

it('names the connections and flows that keep an assistant from being removed', () => {
  const uses = [
    { kind: 'connection', id: 1, name: 'Matriz' },
    { kind: 'flow', id: 2, name: 'Triagem' },
  ];
  expect(usesText(refusal('ERR_ASSISTANT_IN_USE', { uses }), t)).toBe(
    'remove.inUse use.connection Matriz, use.flow Triagem',
  );
  expect(usesText(refusal('ERR_ASSISTANT_IN_USE', undefined), t)).toBeNull();
  expect(usesText(refusal('ERR_CONFLICT', { uses }), t)).toBeNull();
  expect(usesText(new Error('offline'), t)).toBeNull();
});
