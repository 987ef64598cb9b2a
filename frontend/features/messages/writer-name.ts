import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { TFunction } from 'i18next';

/** Who says a message: the contact, an attendant, the rule by which the system spoke, or somebody at the phone. */
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
