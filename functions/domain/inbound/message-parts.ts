/**
 * A provider's message with several files is stored as several messages: the first under the provider's id, each
 * further one under that id and its position.
 */
const FURTHER_PART = /^(.+)#\d{1,3}$/;

/** Returns the id of a further part of a provider's message. @param position 1 for the second file */
export const partId = (providerMessageId: string, position: number): string =>
  `${providerMessageId}#${position}`;

/** Returns the provider's id of the message that an id is a further part of; undefined for any other id. */
export const wholeIdOf = (id: string): string | undefined => FURTHER_PART.exec(id)?.[1];
