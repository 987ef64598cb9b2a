import type { SvgIconComponent } from '@mui/icons-material';
import type { FlowNodeOf, FlowNodeType } from '@prosa/shared/entities/flow.ts';
import type { ComponentType } from 'react';
import type { Tone } from '../../../components/status-chip.tsx';

export interface StepFormProps<T extends FlowNodeType> {
  data: FlowNodeOf<T>['data'];
  /** Title and button of the dialog, which differ for a new node. */
  title: string;
  submitLabel: string;
  onSave: (data: FlowNodeOf<T>['data']) => void;
  onClose: () => void;
}

/** The editor's side of a type of node. */
export interface StepKind<T extends FlowNodeType> {
  Icon: SvgIconComponent;
  tone: Tone;
  /** The dialog; null if there is nothing to edit. */
  Form: ComponentType<StepFormProps<T>> | null;
}
