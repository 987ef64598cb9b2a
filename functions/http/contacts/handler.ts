import { AppError } from '@prosa/shared/errors.ts';
import { changeContact, requireContact, viewContact } from '../../conversations/change-contact.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { contactProfile } from './contact-profile.ts';
import { routes } from './function.ts';
import { listContacts, listContactsBriefly } from './list-contacts.ts';
import { mergeContacts, previewMerge } from './merge-contacts.ts';
import { removeContact } from './remove-contact.ts';
import { createContact, updateContact } from './save-contact.ts';

export const handler = bindRoutes(routes, {
  list: listContacts,
  listBrief: listContactsBriefly,
  profile: contactProfile,
  get: async ({ principal, params }) => viewContact(await requireContact(principal, params.id), principal),
  create: createContact,
  update: updateContact,
  remove: removeContact,
  /** Messages of a blocked contact are not accepted. */
  block: ({ principal, params, body, ids, clock }) =>
    changeContact(principal, params.id, { ids, nowMs: clock.now() }, (contact) => ({
      ...contact,
      active: body.active,
    })),
  toggleAcceptAudio: ({ principal, params, ids, clock }) =>
    changeContact(principal, params.id, { ids, nowMs: clock.now() }, (contact) => ({
      ...contact,
      acceptAudioMessage: !contact.acceptAudioMessage,
    })),
  toggleDisableBot: ({ principal, params, ids, clock }) =>
    changeContact(principal, params.id, { ids, nowMs: clock.now() }, (contact) => ({
      ...contact,
      disableBot: !contact.disableBot,
    })),
  setWallets: ({ principal, params, body, ids, clock }) => {
    if (!body.wallets.every((id) => principal.directory.users.has(id)))
      throw new AppError('ERR_NO_USER_FOUND');
    return changeContact(principal, params.id, { ids, nowMs: clock.now() }, (contact) => ({
      ...contact,
      walletUserIds: [...new Set(body.wallets)],
    }));
  },
  previewMerge,
  merge: mergeContacts,
  hasTags: async ({ principal, params }) => ({
    tags: (await requireContact(principal, params.id)).tags.length > 0,
  }),
});
