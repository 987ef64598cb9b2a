import { isAdmin } from '../permissions.ts';

/**
 * Whether a user may delete a message of the company, or a note: its writer and administrators may. Messages that no
 * user wrote here (from the system, a phone, another program) can only be deleted by administrators.
 * @param authorId attendant who wrote it; null if none did
 */
export const mayDeleteMessage = (
  authorId: number | null,
  person: { id: number; profile: 'admin' | 'user'; super: boolean },
): boolean => authorId === person.id || isAdmin(person);
