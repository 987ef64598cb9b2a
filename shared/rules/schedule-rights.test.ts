import { describe, expect, it } from 'vitest';
import { mayChangeSchedule } from './schedule-rights.ts';

const schedule = { userId: 3, ticketUserId: 4 };
const user = { profile: 'user', super: false } as const;

describe('a schedule may be changed', () => {
  it('a schedule may be changed by its writer and by the user of its ticket', () => {
    expect(mayChangeSchedule(schedule, { ...user, id: 3 })).toBe(true);
    expect(mayChangeSchedule(schedule, { ...user, id: 4 })).toBe(true);
  });

  it('a schedule may be changed by administrators', () => {
    expect(mayChangeSchedule(schedule, { id: 9, profile: 'admin', super: false })).toBe(true);
    expect(mayChangeSchedule(schedule, { id: 9, profile: 'user', super: true })).toBe(true);
  });

  it('a schedule may not be changed by any other attendant', () => {
    expect(mayChangeSchedule(schedule, { ...user, id: 5 })).toBe(false);
    expect(mayChangeSchedule({ ...schedule, ticketUserId: null }, { ...user, id: 4 })).toBe(false);
  });
});
