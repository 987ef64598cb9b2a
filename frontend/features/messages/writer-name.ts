import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { TFunction } from 'i18next';

/**
 * Returns the name of a message's author: the contact, an attendant, the rule of an automatic message, or a user of
 * the phone.
 */
export const writerName = (
  { fromMe, user, contact, saidBy }: Pick<MessageView, 'fromMe' | 'user' | 'contact' | 'saidBy'>,
  t: TFunction<'messages'>,
): string => {
  if (!fromMe) return contact?.name ?? '';
  if (user !== null) return user.name;
  const rules: Record<string, string> = t('automaticRule', { returnObjects: true });
  const rule = rules[saidBy];
  return rule === undefined ? t('phone') : t('automatic', { rule });
};
