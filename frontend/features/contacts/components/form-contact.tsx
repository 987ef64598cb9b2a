import { useState } from 'react';
import { useController } from 'react-hook-form';
import { ContactPicker, type PickableContact } from './contact-picker.tsx';

interface FormContactProps {
  name: string;
  label: string;
  /** The selected contact when the form opens. */
  first: PickableContact | null;
}

/** A form field that stores a contact's id. */
export const FormContact = ({ name, label, first }: FormContactProps) => {
  const { field, fieldState } = useController({ name });
  const [picked, setPicked] = useState(first);
  return (
    <ContactPicker
      label={label}
      value={picked}
      onChange={(contact) => {
        setPicked(contact);
        field.onChange(contact?.id);
      }}
      error={fieldState.error?.message}
      autoFocus={first === null}
    />
  );
};
