import { type DragEvent, useState } from 'react';

/**
 * Handles files dropped on an element.
 * @param isOpen whether the element accepts files now
 */
export const useFileDrop = (isOpen: boolean, onFiles: (files: readonly File[]) => void) => {
  const [isOver, setOver] = useState(false);
  const leave = () => setOver(false);
  return {
    /** Whether the user is dragging files over the element. */
    isOver,
    leave,
    /** Event handlers for the element. */
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!isOpen || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => event.currentTarget === event.target && leave(),
      onDrop: (event: DragEvent) => {
        if (!isOpen) return;
        event.preventDefault();
        leave();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
};
