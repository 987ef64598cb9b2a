import CameraswitchRounded from '@mui/icons-material/CameraswitchRounded';
import PhotoCameraRounded from '@mui/icons-material/PhotoCameraRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { IconAction } from '../../../../components/icon-action.tsx';
import { FreshImage } from '../../../../components/media/fresh-image.tsx';
import { ResponsiveDialog } from '../../../../components/responsive-dialog.tsx';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { radius } from '../../../../theme/tokens.ts';

const JPEG_QUALITY = 0.92;
/** Maximum side in pixels, because every channel shrinks larger pictures. */
const LONG_SIDE_PX = 1920;
const SHOWN = {
  display: 'block',
  width: '100%',
  maxHeight: '60dvh',
  objectFit: 'contain',
  borderRadius: radius.card,
} as const;

type Facing = 'environment' | 'user';

/**
 * Returns the camera's current picture as a file.
 * @throws Error when the camera shows no picture
 */
const photoOf = async (video: HTMLVideoElement): Promise<File> => {
  const scale = Math.min(1, LONG_SIDE_PX / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY);
  });
  if (blob === null) throw new Error('the camera showed nothing');
  return new File([blob], 'camera.jpg', { type: 'image/jpeg' });
};

/** Shows the camera on a video element while it is available. Returns the state of the permission and of the camera. */
const useCamera = (facing: Facing, isOn: boolean) => {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'on' | 'refused'>('starting');
  useEffect(() => {
    if (!isOn) return;
    let stream: MediaStream | undefined;
    let left = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: facing }, audio: false });
      const element = video.current;
      if (left || element === null) {
        stop();
        return;
      }
      element.srcObject = stream;
      await element.play();
      if (!left) setState('on');
    };
    setState('starting');
    start().catch(() => {
      stop();
      if (!left) setState('refused');
    });
    return () => {
      left = true;
      stop();
    };
  }, [facing, isOn]);
  return { video, state };
};

interface CameraDialogProps {
  onClose: () => void;
  onPhoto: (photo: File) => void;
}

/** Takes a photo and shows it before it is used. */
const CameraDialog = ({ onClose, onPhoto }: CameraDialogProps) => {
  const { t } = useTranslation('messages');
  const titleId = useId();
  const [facing, setFacing] = useState<Facing>('environment');
  const [photo, setPhoto] = useState<{ file: File; url: string } | null>(null);
  const { video, state } = useCamera(facing, photo === null);
  useEffect(() => () => URL.revokeObjectURL(photo?.url ?? ''), [photo]);
  const take = () => {
    if (video.current === null) return;
    photoOf(video.current).then(
      (file) => setPhoto({ file, url: URL.createObjectURL(file) }),
      // The camera just went away; the next photo requests it again.
      () => setPhoto(null),
    );
  };
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{t('camera.title')}</DialogTitle>
      <DialogContent>
        {photo !== null ? (
          <FreshImage src={photo.url} alt={t('camera.photo')} style={SHOWN} />
        ) : state === 'refused' ? (
          <Typography role="alert" sx={{ color: 'error.text' }}>
            {t('camera.refused')}
          </Typography>
        ) : (
          <Box sx={{ position: 'relative', minHeight: 160 }}>
            <video ref={video} muted playsInline aria-label={t('camera.view')} style={SHOWN} />
            {state === 'starting' && (
              <Typography role="status" sx={{ position: 'absolute', inset: 0, color: 'text.secondary' }}>
                {t('camera.starting')}
              </Typography>
            )}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        {photo === null ? (
          <>
            <IconAction
              label={t('camera.turn')}
              icon={<CameraswitchRounded />}
              disabled={state !== 'on'}
              onClick={() => setFacing(facing === 'user' ? 'environment' : 'user')}
            />
            <Button onClick={onClose}>{t('attach.cancel')}</Button>
            <Button
              variant="contained"
              startIcon={<PhotoCameraRounded />}
              disabled={state !== 'on'}
              onClick={take}
            >
              {t('camera.take')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setPhoto(null)}>{t('camera.retake')}</Button>
            <Button variant="contained" autoFocus onClick={() => onPhoto(photo.file)}>
              {t('camera.use')}
            </Button>
          </>
        )}
      </DialogActions>
    </ResponsiveDialog>
  );
};

export default CameraDialog;
