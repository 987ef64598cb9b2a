import { isAdmin } from '../permissions.ts';

/**
 * Whether a user may change or delete a schedule and its picture: its writer (null: a program), the user of its ticket,
 * and administrators. Every user of the company may read it.
 */
export const mayChangeSchedule = (
  { userId, ticketUserId }: { userId: number | null; ticketUserId: number | null },
  person: { id: number; profile: 'admin' | 'user'; super: boolean },
): boolean => userId === person.id || ticketUserId === person.id || isAdmin(person);
