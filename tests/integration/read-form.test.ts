import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { FormError, type FormTaker, readForm } from '@prosa/functions/platform/http/read-form.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brokenForms, FORM_TYPE, reorderedForm } from '../factories/broken-forms.ts';

const LIMITS = { fields: 30, fieldBytes: 1024 * 1024, files: 10 };

const collect = () => {
  const fields: Record<string, string> = {};
  const files: { name: string; text: string }[] = [];
  const taker: FormTaker = {
    onField: (name, text) => {
      if (name === '__proto__') throw new FormError('refused');
      fields[name] = text;
    },
    onFile: async (name, file) => {
      files.push({ name, text: (await buffer(file)).toString() });
    },
  };
  return { fields, files, taker };
};

/** Splits the body into pieces of a size, as a network would deliver it. */
const pieces = (body: string, size: number): Buffer[] => {
  const bytes = Buffer.from(body);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
};

describe('reading a multipart form', () => {
  const uncaught: unknown[] = [];
  const keep = (error: unknown) => uncaught.push(error);
  beforeEach(() => {
    uncaught.length = 0;
    process.on('uncaughtExceptionMonitor', keep);
  });
  afterEach(async () => {
    await setImmediate();
    process.off('uncaughtExceptionMonitor', keep);
    expect(uncaught).toEqual([]);
  });

  it.each([1, 7, 65_536])('reads pieces of %i bytes, with fields and file in any order', async (size) => {
    const { fields, files, taker } = collect();
    await readForm(pieces(reorderedForm('medias', { a: '1', b: 'ção' }), size), FORM_TYPE, LIMITS, taker);
    expect(fields).toEqual({ a: '1', b: 'ção' });
    expect(files).toEqual([{ name: 'medias', text: 'content' }]);
  });

  it.each(brokenForms('medias'))('refuses: $what', async ({ type, body }) => {
    for (const size of [4096, 10 * 1024 * 1024]) {
      await expect(readForm(pieces(body, size), type, LIMITS, collect().taker)).rejects.toThrow(FormError);
    }
  });

  it('refuses a form whose sender disconnects in the middle of a file', async () => {
    const [head = Buffer.alloc(0)] = pieces(reorderedForm('medias', {}), 120);
    const source = async function* () {
      yield head;
      throw new Error('aborted');
    };
    await expect(readForm(source(), FORM_TYPE, LIMITS, collect().taker)).rejects.toThrow(FormError);
  });

  it('passes on an error of its taker, before or after the file is read', async () => {
    const body = [Buffer.from(reorderedForm('medias', { a: '1' }))];
    const early = { ...collect().taker, onFile: () => Promise.reject(new RangeError('early')) };
    await expect(readForm(body, FORM_TYPE, LIMITS, early)).rejects.toThrow(RangeError);
    const late: FormTaker = {
      ...collect().taker,
      onFile: async (_name, file) => {
        await buffer(file);
        await setImmediate();
        throw new RangeError('late');
      },
    };
    await expect(readForm(body, FORM_TYPE, LIMITS, late)).rejects.toThrow(RangeError);
  });
});
