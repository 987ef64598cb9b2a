import { interactiveRoutes } from '@prosa/shared/contracts/interactive.ts';
import type { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import {
  type Button,
  type InteractiveContent,
  webAddressSchema,
} from '@prosa/shared/messaging/rich-content.ts';
import { PIX_KEY_TYPES, pixKey } from '@prosa/shared/rules/pix-key.ts';
import type { TFunction } from 'i18next';
import * as z from 'zod';
import { call } from '../../lib/api/api-client.ts';

/** Types of messages that can be composed, in the order of the menu. */
export const INTERACTIVE_TYPES = ['list', 'url', 'copy', 'call', 'pix'] as const;
export type InteractiveType = (typeof INTERACTIVE_TYPES)[number];

/** Default texts in the company's language for fields that the sender leaves empty. */
type Unsaid = (typeof CUSTOMER_TEXTS)['pt']['button'];

const line = z.string().trim().max(200);
const rowSchema = z.object({ title: line, description: line });

/** Fields of all types, so that typed values are kept when the user switches the type. */
const fieldsSchema = z.object({
  type: z.enum(INTERACTIVE_TYPES),
  title: line,
  text: z.string().trim().max(4096),
  buttonText: line,
  sections: z.array(z.object({ title: line, rows: z.array(rowSchema) })),
  url: z.string().trim().max(2000),
  code: z.string().trim().max(2000),
  number: z.string().trim().max(30),
  keyType: z.enum(PIX_KEY_TYPES),
  pixKey: z.string().trim().max(100),
  merchantName: line,
  /** As typed; {@link centsOf} parses it. */
  amount: z.string(),
});
export type InteractiveFields = z.infer<typeof fieldsSchema>;

export const EMPTY_ROW = { title: '', description: '' } as const;
export const EMPTY_SECTION: InteractiveFields['sections'][number] = { title: '', rows: [{ ...EMPTY_ROW }] };
export const EMPTY_FIELDS: InteractiveFields = {
  type: 'list',
  title: '',
  text: '',
  buttonText: '',
  sections: [EMPTY_SECTION],
  url: '',
  code: '',
  number: '',
  keyType: 'CNPJ',
  pixKey: '',
  merchantName: '',
  amount: '',
};

/** Returns the amount in cents from the typed digits; the last two are cents. */
export const centsOf = (amount: string): number => Number(amount.replace(/\D/g, '').slice(0, 10));

const PHONE = /^\+?\d{3,15}$/;
const isPhone = (text: string): boolean => PHONE.test(text.replace(/[\s().-]/g, ''));

type Problem = [path: (string | number)[], text: string];

/** Returns the errors of the selected type's fields; fields of other types are not checked. */
const problemsOf = (fields: InteractiveFields, t: TFunction<['messages', 'common']>): Problem[] => {
  const required = t('common:field.required');
  const invalid = t('common:field.invalid');
  switch (fields.type) {
    case 'list':
      return [
        ...(fields.title === '' ? [[['title'], t('interactive.titleRequired')] satisfies Problem] : []),
        ...fields.sections.flatMap(({ rows }, section) =>
          rows.flatMap(({ title }, row): Problem[] =>
            title === '' ? [[['sections', section, 'rows', row, 'title'], required]] : [],
          ),
        ),
      ];
    case 'url':
      if (fields.url === '') return [[['url'], t('interactive.noLink')]];
      return webAddressSchema.safeParse(fields.url).success ? [] : [[['url'], t('interactive.badLink')]];
    case 'copy':
      return fields.code === '' ? [[['code'], t('interactive.noContent')]] : [];
    case 'call':
      return isPhone(fields.number) ? [] : [[['number'], fields.number === '' ? required : invalid]];
    case 'pix': {
      const key = pixKey(fields.keyType, fields.pixKey);
      return [
        ...(centsOf(fields.amount) === 0 ? [[['amount'], required] satisfies Problem] : []),
        ...(fields.merchantName === '' ? [[['merchantName'], required] satisfies Problem] : []),
        ...(key === undefined
          ? [[['pixKey'], fields.pixKey === '' ? required : t('interactive.badKey')] satisfies Problem]
          : []),
      ];
    }
  }
};

export const interactiveFormSchema = (t: TFunction<['messages', 'common']>) =>
  fieldsSchema.superRefine((fields, context) => {
    for (const [path, message] of problemsOf(fields, t)) context.addIssue({ code: 'custom', path, message });
  });

const buttonOf = (type: 'url' | 'copy' | 'call', fields: InteractiveFields, title: string): Button => {
  switch (type) {
    case 'url':
      return { action: 'url', title, url: webAddressSchema.safeParse(fields.url).data ?? '' };
    case 'copy':
      return { action: 'copy', title, code: fields.code };
    case 'call':
      return { action: 'call', title, number: fields.number };
  }
};

/** Returns the message content for the current fields, with default texts for empty fields. */
export const contentOf = (fields: InteractiveFields, unsaid: Unsaid): InteractiveContent => {
  const { type, title, text, buttonText } = fields;
  if (type === 'pix') {
    const { keyType, merchantName } = fields;
    const key = pixKey(keyType, fields.pixKey) ?? fields.pixKey;
    return { kind: 'pix', title, amountCents: centsOf(fields.amount), keyType, pixKey: key, merchantName };
  }
  const says = { title, text: text || unsaid[type].text, footer: '' };
  const button = buttonText || unsaid[type].title;
  if (type !== 'list') return { kind: 'buttons', ...says, buttons: [buttonOf(type, fields, button)] };
  let count = 0;
  const sections = fields.sections.map((section) => ({
    title: section.title,
    rows: section.rows.map((row) => {
      count += 1;
      return { ...row, id: String(count) };
    }),
  }));
  return { kind: 'list', ...says, button, sections };
};

/**
 * Sends a composed message. The same client id never creates a second message.
 * @param image key of an uploaded picture; null for none
 */
export const sendInteractive = (
  ticketId: number,
  clientId: string,
  fields: InteractiveFields,
  image: string | null,
) => {
  const { title, text, buttonText } = fields;
  const params = { ticketId };
  const button = { clientId, image, title, description: text, buttonText };
  switch (fields.type) {
    case 'list': {
      const { sections } = fields;
      return call(interactiveRoutes.sendList, {
        params,
        body: { clientId, title, text, buttonText, sections },
      });
    }
    case 'url':
      return call(interactiveRoutes.sendUrl, { params, body: { ...button, copyText: fields.url } });
    case 'copy':
      return call(interactiveRoutes.sendCopy, { params, body: { ...button, copyText: fields.code } });
    case 'call':
      return call(interactiveRoutes.sendCall, { params, body: { ...button, copyText: fields.number } });
    case 'pix':
      return call(interactiveRoutes.sendPix, {
        params,
        body: {
          clientId,
          title,
          sendvalue: centsOf(fields.amount),
          sendkey_type: fields.keyType,
          sendmerchant_name: fields.merchantName,
          sendKey: fields.pixKey,
        },
      });
  }
};
