/**
 * Whether a person may change or delete a schedule, and its picture: its writer, the user whom its ticket is for, and
 * administrators. Everybody of the company may read it.
 */
export const mayChangeSchedule = (
  { userId, ticketUserId }: { userId: number; ticketUserId: number | null },
  person: { id: number; profile: 'admin' | 'user'; super: boolean },
): boolean =>
  userId === person.id || ticketUserId === person.id || person.profile === 'admin' || person.super;
