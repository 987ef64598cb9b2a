import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import { FileStepForm } from '../components/file-step-form.tsx';
import type { StepFormProps, StepKind } from './step-kind.ts';

const VideoForm = ({ data, onSave, ...dialog }: StepFormProps<'video'>) => (
  <FileStepForm {...dialog} kind="video" url={data.url} onSave={({ url }) => onSave({ url })} />
);

export const videoKind: StepKind<'video'> = {
  Icon: VideocamOutlined,
  tone: 'info',
  Form: VideoForm,
};
