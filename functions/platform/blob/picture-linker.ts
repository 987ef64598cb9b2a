import { type MediaLinker, mediaLinker } from './media-link.ts';

const noPicture: MediaLinker = () => {
  throw new Error('nobody here has a picture');
};

/** Makes links to the pictures of these people; without a picture no key is fetched. */
export const pictureLinker = async (
  people: readonly { profileImage: string }[],
  nowMs: number,
): Promise<MediaLinker> =>
  people.some(({ profileImage }) => profileImage !== '') ? mediaLinker(nowMs) : noPicture;
