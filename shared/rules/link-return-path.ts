/** Path of the page to which a provider's login dialog returns. The provider's app must list its whole address. */
export const LINK_RETURN_PATH = '/connections/linked';
