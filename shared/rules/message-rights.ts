/**
 * Whether a person may delete a message of the company's, or a note: who wrote it, or an administrator. What nobody of
 * the company wrote here (the system, a phone, another program) is for administrators.
 * @param authorId attendant who wrote it; null where it was none
 */
export const mayDeleteMessage = (
  authorId: number | null,
  person: { id: number; profile: 'admin' | 'user'; super: boolean },
): boolean => authorId === person.id || person.profile === 'admin' || person.super;
