import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { chatbotRoutes } from './chatbot.ts';
import { connectionRoutes } from './connections.ts';
import { queueRoutes } from './queues.ts';
import { userRoutes } from './users.ts';

const takes = (schema: z.ZodType, body: object): boolean => schema.safeParse(body).success;
const chars = (count: number): string => 'a'.repeat(count);

describe('fields of forms', () => {
  it('a name of a queue, a connection or a user has 2 to 50 characters', () => {
    for (const [schema, others] of [
      [queueRoutes.create.body, { color: '#123456' }],
      [connectionRoutes.create.body, {}],
      [userRoutes.create.body, { email: 'ana@example.com', password: 'uma senha longa' }],
    ] as const) {
      expect([1, 2, 50, 51].map((count) => takes(schema, { ...others, name: chars(count) }))).toEqual([
        false,
        true,
        true,
        false,
      ]);
      expect(takes(schema, others)).toBe(false);
      expect(takes(schema, { ...others, name: '  a  ' })).toBe(false);
    }
  });

  it('a colour of a queue is `#` and 3 to 8 hex digits', () => {
    const taken = (color?: string) => takes(queueRoutes.create.body, { name: 'Vendas', color });
    expect(['#12', '#123', '#12345678', '#123456789', '123456', undefined].map(taken)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('a rotation time of a queue is one of the eight', () => {
    const taken = Array.from({ length: 121 }, (_none, minutes) => minutes).filter((tempoRoteador) =>
      takes(queueRoutes.create.body, { name: 'Vendas', color: '#123456', tempoRoteador }),
    );
    expect(taken).toEqual([0, 2, 5, 10, 15, 30, 45, 60]);
  });

  it('a name of an option has at least 4 characters', () => {
    const { body } = chatbotRoutes.createOption;
    expect([3, 4].map((count) => takes(body, { name: chars(count) }))).toEqual([false, true]);
    expect(takes(body, {})).toBe(false);
  });

  it('a user has a valid e-mail, and the profile admin or user', () => {
    const { body } = userRoutes.create;
    const user = { name: 'Ana', password: 'uma senha longa' };
    expect(
      [undefined, '', 'ana', 'ana@', 'ana@example.com'].map((email) => takes(body, { ...user, email })),
    ).toEqual([false, false, false, false, true]);
    const email = 'ana@example.com';
    expect(['admin', 'user', 'super', ''].map((profile) => takes(body, { ...user, email, profile }))).toEqual(
      [true, true, false, false],
    );
  });
});
