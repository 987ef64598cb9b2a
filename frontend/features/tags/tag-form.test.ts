import { expect, it } from 'vitest';
import { tagFormSchema } from './tag-form.ts';

it('the name of a tag needs three characters', () => {
  // Cast: the schema only needs a function from key to text.
  const schema = tagFormSchema(((key: string) => key) as never);
  const problems = (name: string) =>
    schema.safeParse({ name, color: '#112233' }).error?.issues.map(({ message }) => message) ?? [];
  expect(problems('vip')).toEqual([]);
  expect(problems(' ab ')).toEqual(['field.nameTooShort']);
  expect(problems('')).toHaveLength(1);
  expect(problems('')).not.toContain('field.nameTooShort');
});
