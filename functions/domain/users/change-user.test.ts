import { userSchema } from '@prosa/shared/entities/user.ts';
import { describe, expect, it } from 'vitest';
import { changeUser, needsPassword, otherAdmin, type UserEditor, type UserInput } from './change-user.ts';

const user = (fields: object) =>
  userSchema.parse({
    companyId: 1,
    id: 5,
    name: 'Bia',
    email: 'bia@example.com',
    passwordHash: 'h',
    ...fields,
  });
const target = user({ queueIds: [1, 2] });
const admin = { id: 9, profile: 'admin', super: false } as const;
const self = { id: 5, profile: 'user', super: false } as const;
const colleague = { id: 6, profile: 'user', super: false } as const;

describe('changing a user', () => {
  it('lets users change their own name, e-mail, password and appearance', () => {
    const input = {
      name: 'Beatriz',
      email: 'b@example.com',
      language: 'es',
      defaultTheme: 'dark',
      color: '#123',
    } as const;
    expect(changeUser(target, input, self, 'new')).toEqual({
      ...target,
      ...input,
      passwordHash: 'new',
      sessionVersion: 2,
    });
  });

  it.each<UserInput>([
    { profile: 'admin' },
    { queueIds: [1] },
    { queueIds: [1, 2, 3] },
    { whatsappId: 4 },
    { startWork: '08:00' },
    { endWork: '18:00' },
    { allTicket: true },
    { allowGroup: true },
    { allHistoric: true },
    { allUserChat: true },
    { userClosePendingTicket: false },
    { showDashboard: true },
    { allowRealTime: true },
    { allowConnections: true },
    { allowSharedItems: true },
  ])('S-19: refuses a user who tries to get %j', (input) => {
    expect(() => changeUser(target, input, self, undefined)).toThrow('ERR_NO_PERMISSION');
    expect(changeUser(target, input, admin, undefined)).not.toEqual(target);
  });

  it('accepts a form that repeats admin-only values unchanged', () => {
    const form = {
      name: 'B',
      profile: 'user',
      queueIds: [2, 1],
      whatsappId: null,
      allTicket: false,
    } as const;
    expect(changeUser(target, { ...form, queueIds: [...form.queueIds] }, self, undefined)).toMatchObject({
      name: 'B',
    });
  });

  it('refuses changes of a colleague, and of a platform administrator by anyone else than a platform administrator', () => {
    expect(() => changeUser(target, { name: 'X' }, colleague, undefined)).toThrow('ERR_NO_PERMISSION');
    const owner = user({ super: true, profile: 'admin' });
    expect(() => changeUser(owner, { name: 'X' }, admin, 'new')).toThrow('ERR_NO_PERMISSION');
    expect(changeUser(owner, { name: 'X' }, { ...admin, super: true }, undefined).name).toBe('X');
  });

  it('S-05: requires the current password for a change of the user’s own password or e-mail', () => {
    const asked = (input: UserInput, editor: UserEditor = self) => needsPassword(target, input, editor);
    expect(asked({ password: 'new' })).toBe(true);
    expect(asked({ email: 'b@example.com' })).toBe(true);
    expect(asked({ name: 'B', email: target.email })).toBe(false);
    expect(asked({ password: 'new', email: 'b@example.com' }, admin)).toBe(false);
    expect(asked({ password: 'new' }, { ...admin, id: target.id })).toBe(true);
  });

  it('ends the sign-in sessions after a demotion, a new password or an address set by another user, and otherwise never', () => {
    const boss = user({ profile: 'admin' });
    expect(changeUser(boss, { profile: 'user' }, admin, undefined).sessionVersion).toBe(2);
    expect(changeUser(target, { profile: 'admin' }, admin, undefined).sessionVersion).toBe(1);
    expect(changeUser(target, {}, admin, 'new').sessionVersion).toBe(2);
    expect(changeUser(target, { email: 'b@example.com' }, admin, undefined).sessionVersion).toBe(2);
    expect(changeUser(target, { email: 'b@example.com' }, self, undefined).sessionVersion).toBe(1);
    expect(changeUser(target, { email: target.email }, admin, undefined).sessionVersion).toBe(1);
    expect(changeUser(target, { name: 'X', allTicket: true }, admin, undefined).sessionVersion).toBe(1);
  });

  it('finds another active administrator', () => {
    const boss = user({ id: 1, profile: 'admin' });
    expect(otherAdmin([boss, target], 1)).toBeUndefined();
    expect(otherAdmin([boss, user({ id: 2, profile: 'admin', active: false })], 1)).toBeUndefined();
    expect(otherAdmin([boss, user({ id: 3, profile: 'admin' })], 1)?.id).toBe(3);
  });
});
