import ImageOutlined from '@mui/icons-material/ImageOutlined';
import { FileStepForm } from '../components/file-step-form.tsx';
import type { StepFormProps, StepKind } from './step-kind.ts';

const ImageForm = ({ data, onSave, ...dialog }: StepFormProps<'img'>) => (
  <FileStepForm {...dialog} kind="image" url={data.url} onSave={({ url }) => onSave({ url })} />
);

export const imageKind: StepKind<'img'> = {
  Icon: ImageOutlined,
  tone: 'info',
  Form: ImageForm,
};
