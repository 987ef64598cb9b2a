import type { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { changeContact } from '../../conversations/change-contact.ts';
import { tagRefOf } from '../../conversations/follow-tag.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { Tag } from '../../platform/table/entities/companies.ts';
import { openTable } from '../../platform/table/table.ts';
import { requireTag } from './list-tags.ts';

/** Replaces the tags of a contact and of its tickets. */
export const syncTags: RouteHandler<typeof tagRoutes.sync> = async ({
  principal,
  body,
  ids: newIds,
  clock,
}) => {
  const ids = [...new Set(body.tags)];
  const tags = await openTable(principal.companyId).getMany(
    Tag,
    ids.map((id) => ({ id })),
    { consistent: true },
  );
  const refs = tags.filter((tag) => tag !== undefined).map(tagRefOf);
  if (refs.length < ids.length) throw new AppError('ERR_NO_TAG_FOUND');
  const moment = { ids: newIds, nowMs: clock.now() };
  return changeContact(principal, body.contactId, moment, (contact) => ({ ...contact, tags: refs }));
};

/** Removes a tag from a contact and from its tickets. */
export const removeTagFromContact: RouteHandler<typeof tagRoutes.removeFromContact> = async ({
  principal,
  params,
  ids,
  clock,
}) => {
  await requireTag(openTable(principal.companyId), params.tagId);
  return changeContact(principal, params.contactId, { ids, nowMs: clock.now() }, (contact) => ({
    ...contact,
    tags: contact.tags.filter(({ id }) => id !== params.tagId),
  }));
};
