import { useEffect, useMemo } from 'react';
import { FreshImage } from '../../../../components/media/fresh-image.tsx';
import { radius } from '../../../../theme/tokens.ts';

const PREVIEW_PX = 280;

/** A chosen picture, before it is uploaded. */
export const PicturePreview = ({ picture }: { picture: File }) => {
  const url = useMemo(() => URL.createObjectURL(picture), [picture]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <FreshImage
      src={url}
      alt=""
      style={{ display: 'block', maxWidth: PREVIEW_PX, maxHeight: PREVIEW_PX, borderRadius: radius.card }}
    />
  );
};
