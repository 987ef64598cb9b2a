import type { TagView } from '@prosa/shared/contracts/tags.ts';
import type { Tag } from '@prosa/shared/entities/tag.ts';

/** Presents a tag, for responses and events. */
export const presentTag = ({
  id,
  name,
  color,
  kanban,
  contacts,
  timeLane,
  nextLaneId,
  rollbackLaneId,
  greetingMessageLane,
  userId,
  companyId,
  version,
}: Tag & { version: number }): TagView => ({
  id,
  name,
  color,
  kanban: kanban ? 1 : 0,
  contactsCount: contacts,
  timeLane,
  nextLaneId,
  rollbackLaneId,
  greetingMessageLane,
  userId,
  companyId,
  version,
});
