import { useEffect, useState } from 'preact/hooks';
import type { PhotoFocus, Photo as PhotoOfPet } from '../../../../../client/src/petstore.ts';
import { TextField } from '../../../design/controls/field.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { Photo } from '../../../pets/photo.tsx';
import { FocusDialog } from './focus-dialog.tsx';

interface PhotoItemProps {
  readonly photo: PhotoOfPet;
  readonly index: number;
  readonly count: number;
  readonly isDragged: boolean;
  /** Called with null to remove the description. */
  readonly onAlt: (alt: string | null) => void;
  readonly onFocus: (focus: PhotoFocus | null) => void;
  readonly onMove: (position: number) => void;
  readonly onRemove: () => void;
  /** Called with the id of the photo when it is picked up, and with undefined when it is let go. */
  readonly onDrag: (id: number | undefined) => void;
  /** Something was let go over this photo. */
  readonly onDropped: () => void;
}

/** A photo with its description and its place. */
export function PhotoItem(props: PhotoItemProps) {
  const { photo, index, count, isDragged, onAlt, onFocus, onMove, onRemove, onDrag, onDropped } = props;
  const { id, alt = '' } = photo;
  const [typed, type] = useState(alt);
  useEffect(() => type(alt), [alt]);
  const [isFocusing, setFocusing] = useState(false);
  const number = index + 1;
  return (
    <li
      class="stack photo-item"
      data-dragged={isDragged}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes('Files') !== true) event.preventDefault();
      }}
      onDrop={(event) => {
        if (event.dataTransfer?.types.includes('Files') === true) return;
        event.preventDefault();
        onDropped();
      }}
    >
      <div
        class="photo-part"
        draggable
        onDragStart={(event) => {
          // Firefox drags nothing without data.
          event.dataTransfer?.setData('text/plain', String(number));
          onDrag(id);
        }}
        onDragEnd={() => onDrag(undefined)}
      >
        <Photo photo={photo} origin="" alt={alt === '' ? `Photo ${number}` : alt} sizes="15rem" />
      </div>
      <div class="row spread photo-item-tools">
        <div class="row">
          <IconButton
            icon="back"
            label={`Move photo ${number} forward`}
            data-move="forward"
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            icon="arrow"
            label={`Move photo ${number} back`}
            data-move="back"
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          />
          <IconButton
            icon="focus"
            label={`Choose what stays in view of photo ${number}`}
            onClick={() => setFocusing(true)}
          />
        </div>
        <IconButton icon="trash" label={`Remove photo ${number}`} onClick={onRemove} />
      </div>
      <TextField
        label={`What photo ${number} shows`}
        value={typed}
        onValue={type}
        maxLength={500}
        placeholder="A brown dog asleep on a red sofa"
        autocomplete="off"
        onChange={() => {
          if (typed.trim() !== alt) onAlt(typed.trim() || null);
        }}
      />
      {isFocusing && <FocusDialog photo={photo} onFocus={onFocus} onClose={() => setFocusing(false)} />}
    </li>
  );
}
