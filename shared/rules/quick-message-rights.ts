interface Owned {
  userId: number;
  /** Whether the whole company sees it. */
  visao: boolean;
  /** Whether those who see it may change it. */
  geral: boolean;
}

/** Whether a person sees a quick message: their own, and those that are shared with the company. */
export const canSeeQuickMessage = (
  { userId, visao }: Pick<Owned, 'userId' | 'visao'>,
  viewer: { id: number },
): boolean => visao || userId === viewer.id;

/**
 * Whether a person may change or delete a quick message. One that is shared but not `geral` is read-only for everyone
 * but its owner; `geral` means nothing where nobody else sees it.
 */
export const mayChangeQuickMessage = (quick: Owned, viewer: { id: number }): boolean =>
  quick.userId === viewer.id || (quick.visao && quick.geral);
