import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import type { userRoutes } from '@prosa/shared/contracts/users.ts';
import type { User } from '@prosa/shared/entities/user.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';

export type UserInput = Omit<BodyOf<typeof userRoutes.update>, 'companyId'>;

/** The user who changes a user. */
export interface UserEditor {
  id: number;
  profile: 'admin' | 'user';
  super: boolean;
}

/**
 * Whether the editor may change the target. A platform administrator's account can only be changed by platform
 * administrators, because it gives access to all companies.
 */
const mayTouch = (target: User, editor: UserEditor): boolean =>
  target.id === editor.id || (isAdmin(editor) && (!target.super || editor.super));

/**
 * Throws unless the editor may change the target.
 * @throws AppError ERR_NO_PERMISSION
 */
export const requireMayTouch = (target: User, editor: UserEditor): void => {
  if (!mayTouch(target, editor)) throw new AppError('ERR_NO_PERMISSION');
};

/** Returns the input with the names of the user's fields; fields that are missing in the input are absent. */
const fieldsOf = ({
  whatsappId,
  password: _new,
  currentPassword: _current,
  ...input
}: UserInput): Partial<User> => {
  const fields: Partial<User> = {};
  for (const [name, value] of Object.entries(input))
    if (value !== undefined) Object.assign(fields, { [name]: value });
  return whatsappId === undefined ? fields : { ...fields, connectionId: whatsappId };
};

const SELF_SERVICE = new Set<string>([
  'name',
  'email',
  'farewellMessage',
  'color',
  'language',
  'defaultTheme',
  'defaultMenu',
  'openNextTicket',
] satisfies (keyof User)[]);

const sameValue = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((entry) => b.includes(entry))
    : a === b;

const changesEmail = (target: User, { email }: UserInput): boolean =>
  email !== undefined && email !== target.email;

/**
 * Whether a change requires the current password: a change of the credentials of one's own account. Otherwise anyone
 * with an open browser or a stolen token could keep the account. An administrator changes other accounts without it.
 */
export const needsPassword = (target: User, input: UserInput, editor: UserEditor): boolean =>
  target.id === editor.id && (input.password !== undefined || changesEmail(target, input));

/**
 * Returns the user after a change. Only administrators may change rights, queues and hours, but a form may repeat
 * those values unchanged. A new password, a demotion, and an address that another user set end the user's sign-in
 * sessions.
 * @param passwordHash of the new password; undefined keeps the old one
 * @throws AppError ERR_NO_PERMISSION
 */
export const changeUser = (
  target: User,
  input: UserInput,
  editor: UserEditor,
  passwordHash: string | undefined,
): User => {
  requireMayTouch(target, editor);
  const fields = fieldsOf(input);
  const before: Record<string, unknown> = { ...target };
  const reserved = Object.entries(fields).filter(
    ([name, value]) => !SELF_SERVICE.has(name) && !sameValue(value, before[name]),
  );
  if (reserved.length > 0 && !isAdmin(editor)) throw new AppError('ERR_NO_PERMISSION');
  const isDemoted = target.profile === 'admin' && fields.profile === 'user';
  const isReaddressed = target.id !== editor.id && changesEmail(target, input);
  return {
    ...target,
    ...fields,
    ...(fields.queueIds === undefined ? {} : { queueIds: [...new Set(fields.queueIds)] }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
    sessionVersion:
      target.sessionVersion + (isDemoted || isReaddressed || passwordHash !== undefined ? 1 : 0),
  };
};

/**
 * Returns another active administrator, because a company must keep at least one when it loses this one; undefined if
 * there is none.
 */
export const otherAdmin = <T extends Pick<User, 'id' | 'active' | 'profile'>>(
  users: Iterable<T>,
  userId: number,
): T | undefined => {
  for (const user of users) if (user.id !== userId && user.active && user.profile === 'admin') return user;
  return undefined;
};
