import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import type { userRoutes } from '@prosa/shared/contracts/users.ts';
import type { User } from '@prosa/shared/entities/user.ts';
import { AppError } from '@prosa/shared/errors.ts';

export type UserInput = Omit<BodyOf<typeof userRoutes.update>, 'companyId'>;

/** Who changes a user. */
export interface UserEditor {
  id: number;
  profile: 'admin' | 'user';
  super: boolean;
}

export const isAdmin = (user: Pick<User, 'profile' | 'super'>): boolean =>
  user.profile === 'admin' || user.super;

/** A platform administrator's account is his own and his peers' alone: through it, all companies are open. */
const mayTouch = (target: User, editor: UserEditor): boolean =>
  target.id === editor.id || (isAdmin(editor) && (!target.super || editor.super));

/**
 * @throws AppError ERR_NO_PERMISSION
 */
export const requireMayTouch = (target: User, editor: UserEditor): void => {
  if (!mayTouch(target, editor)) throw new AppError('ERR_NO_PERMISSION');
};

/** The input in the user's own terms; what was not said is absent. */
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
] satisfies (keyof User)[]);

const sameValue = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((entry) => b.includes(entry))
    : a === b;

const changesEmail = (target: User, { email }: UserInput): boolean =>
  email !== undefined && email !== target.email;

/**
 * Whether a change must be proven with the present password: what opens one's own account, since whoever finds an open
 * browser, or holds a stolen token, could otherwise keep the account. An administrator changes another's without it.
 */
export const needsPassword = (target: User, input: UserInput, editor: UserEditor): boolean =>
  target.id === editor.id && (input.password !== undefined || changesEmail(target, input));

/**
 * The user after a change. Only administrators change what decides rights, queues and hours; forms that repeat those
 * values unchanged are fine. A new password, a demotion and an address that another gave end the user's sessions.
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

/** Another active administrator, whom a company must keep when it loses this one; undefined where there is none. */
export const otherAdmin = <T extends Pick<User, 'id' | 'active' | 'profile'>>(
  users: Iterable<T>,
  userId: number,
): T | undefined => {
  for (const user of users) if (user.id !== userId && user.active && user.profile === 'admin') return user;
  return undefined;
};
