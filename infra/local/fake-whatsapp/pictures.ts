import type { BinaryNode } from 'baileys/lib/WABinary/index.js';
import { avatarOf } from './avatar.ts';
import { nowS } from './phones.ts';
import { groupIdOf, newMessageId } from './stanzas.ts';

/** Pictures without a file: none, one that the account may not see, no answer, and a download that never ends. */
export const PICTURE_STATES = ['none', 'hidden', 'no-answer', 'stalled-download'] as const;
/** A profile picture as WhatsApp tells it; `url`: a file at another address. */
export type FakePicture = { bytes: Uint8Array } | { url: string } | (typeof PICTURE_STATES)[number];

const PATH = '/pictures/';
const ERRORS = {
  none: { code: '404', text: 'item-not-found' },
  hidden: { code: '401', text: 'not-authorized' },
} as const;

/** The profile pictures of customers, by number, and of groups, by id. */
export class Pictures {
  private readonly set = new Map<string, FakePicture>();
  /** Contacts whose pictures were asked for, oldest first. */
  readonly asked: string[] = [];

  /** Sets a picture. @returns the notification of its owner's change */
  change(contact: string, jid: string, picture: FakePicture): BinaryNode {
    this.set.set(contact, picture);
    const tag = picture === 'none' ? 'delete' : 'set';
    return {
      tag: 'notification',
      attrs: { id: newMessageId(), from: jid, type: 'picture', t: nowS() },
      content: [{ tag, attrs: { jid, ...(tag === 'set' ? { id: nowS() } : {}) } }],
    };
  }

  /** Returns WhatsApp's answer to a question; undefined if it does not answer. */
  answer(iq: BinaryNode, contact: string, mediaHost: string): BinaryNode | undefined {
    this.asked.push(contact);
    const picture = this.of(contact);
    const attrs = { from: 's.whatsapp.net', id: iq.attrs.id ?? '' };
    if (picture === 'no-answer') return undefined;
    if (picture === 'none' || picture === 'hidden')
      return {
        tag: 'iq',
        attrs: { ...attrs, type: 'error' },
        content: [{ tag: 'error', attrs: ERRORS[picture] }],
      };
    const isElsewhere = typeof picture === 'object' && 'url' in picture;
    const url = isElsewhere ? picture.url : `http://${mediaHost}${PATH}${contact}`;
    return {
      tag: 'iq',
      attrs: { ...attrs, type: 'result' },
      content: [{ tag: 'picture', attrs: { id: nowS(), type: 'preview', url } }],
    };
  }

  /** Returns the file at a path of the media servers: `stalled` if it never ends, undefined if there is none. */
  file(path: string): Uint8Array | 'stalled' | undefined {
    if (!path.startsWith(PATH)) return undefined;
    const picture = this.of(path.slice(PATH.length));
    if (picture === 'stalled-download') return 'stalled';
    if (picture === 'generated') return avatarOf(path.slice(PATH.length));
    return typeof picture === 'object' && 'bytes' in picture ? picture.bytes : undefined;
  }

  /** Customers have a generated picture until they set another one; groups have none. */
  private of(contact: string): FakePicture | 'generated' {
    return this.set.get(contact) ?? (isGroup(contact) ? 'none' : 'generated');
  }
}

/** Group ids have more digits than telephone numbers. */
const isGroup = (contact: string): boolean => contact.length > 15;

/** Returns the id of the contact that a question is about. */
export const askedContact = (
  { attrs: { target = '' } }: BinaryNode,
  phoneOf: (jid: string) => { number: string } | undefined,
): string => groupIdOf(target) ?? phoneOf(target)?.number ?? '';
