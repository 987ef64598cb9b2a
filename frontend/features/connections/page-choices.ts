import type { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import type { BodyInput, ResponseOf } from '@prosa/shared/contracts/route.ts';
import type { LinkedBy } from '@prosa/shared/rules/channel-connections.ts';

export type LoginPages = ResponseOf<typeof channelLinkRoutes.listPages>;
type Page = LoginPages['pages'][number];

/** What a login of Facebook links: pages, or the Instagram accounts of pages. */
export type PageLink = Extract<LinkedBy, 'page' | 'account-of-page'>;

/** An account to choose, by the id of its page. */
export interface PageChoice {
  pageId: string;
  name: string;
  /** Name of the page's Instagram account; null without one, or if that is the account itself. */
  instagram: string | null;
  isLinked: boolean;
  mayMessage: boolean;
}

const choiceOf = (
  links: PageLink,
  { id: pageId, name, isLinked, mayMessage, instagram }: Page,
): PageChoice[] => {
  if (links === 'page') return [{ pageId, name, instagram: instagram?.name ?? null, isLinked, mayMessage }];
  if (instagram === null) return [];
  return [{ pageId, name: instagram.name, instagram: null, isLinked: instagram.isLinked, mayMessage }];
};

/** Returns the accounts that a login offers. */
export const pageChoices = (links: PageLink, { pages }: LoginPages): PageChoice[] =>
  pages.flatMap((page) => choiceOf(links, page));

/** Returns the pages that the dialog selects when it opens: those that may be linked and have no connection. */
export const chosenAtFirst = (choices: readonly PageChoice[], max: number): string[] =>
  choices
    .filter(({ mayMessage, isLinked }) => mayMessage && !isLinked)
    .slice(0, max)
    .map(({ pageId }) => pageId);

interface LinkChoice {
  pageIds: readonly string[];
  addInstagram: boolean;
  /** Null without a choice. */
  queueId: number | null;
}

/** Returns the request that links the chosen accounts. */
export const linkRequest = (
  links: PageLink,
  token: string,
  { facebookUserId }: LoginPages,
  { pageIds, addInstagram, queueId }: LinkChoice,
): BodyInput<typeof channelLinkRoutes.linkPages> => ({
  facebookUserId,
  facebookUserToken: token,
  pageIds: [...pageIds],
  addPages: links === 'page',
  addInstagram: links === 'account-of-page' || addInstagram,
  queueId,
});
