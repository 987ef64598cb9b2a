import { loadTexts } from '../lib/texts/i18n.ts';

/** A screen's module, with the texts it says. */
export const withTexts = async <M>(screen: Promise<M>, ...features: string[]): Promise<M> => {
  const [module] = await Promise.all([screen, loadTexts(features)]);
  return module;
};
