import { useEffect, useState } from 'preact/hooks';
import type { Photo as PhotoOfPet, PhotoFocus } from '../../../../../client/src/petstore.ts';
import { Button } from '../../../design/controls/button.tsx';
import { TextField } from '../../../design/controls/field.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { Photo } from '../../../pets/photo.tsx';

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

interface FocusDialogProps {
  readonly photo: PhotoOfPet;
  /** Called with null for the usual one, a little above the middle. */
  readonly onFocus: (focus: PhotoFocus | null) => void;
  readonly onClose: () => void;
}

/** Asks for the point of a photo that stays in view where only a part of it is shown. */
function FocusDialog({ photo, onFocus, onClose }: FocusDialogProps) {
  const [focus, setFocus] = useState(photo.focus ?? { x: 50, y: 35 });
  const choose = (chosen: PhotoFocus | null) => {
    onFocus(chosen);
    onClose();
  };
  const percent = (part: number, whole: number) => Math.round(Math.min(1, Math.max(0, part / whole)) * 100);
  return (
    <Dialog
      title="What stays in view"
      onClose={onClose}
      actions={
        <>
          {photo.focus !== undefined && <Button onClick={() => choose(null)}>Use the middle</Button>}
          <Button kind="primary" onClick={() => choose(focus)}>
            Save
          </Button>
        </>
      }
    >
      <div class="stack">
        <p>Lists show a part of this photo. Click the face, or move the point with the sliders.</p>
        <div class="photo-focus">
          <div
            class="photo-focus-whole"
            onPointerDown={({ currentTarget, offsetX, offsetY }) =>
              setFocus({
                x: percent(offsetX, currentTarget.clientWidth),
                y: percent(offsetY, currentTarget.clientHeight),
              })
            }
          >
            <img src={photo.urls[600]} alt={photo.alt ?? ''} width={photo.width} height={photo.height} />
            <span
              class="photo-focus-point"
              style={{ insetInlineStart: `${focus.x}%`, insetBlockStart: `${focus.y}%` }}
            />
          </div>
          <div class="photo-part">
            <Photo photo={{ ...photo, focus }} origin="" alt="The part that lists show" sizes="10rem" />
          </div>
        </div>
        {(['x', 'y'] as const).map((axis) => (
          <label key={axis} class="stack dense">
            {axis === 'x' ? 'From the left' : 'From the top'}
            <input
              type="range"
              min={0}
              max={100}
              value={focus[axis]}
              onInput={({ currentTarget }) => setFocus({ ...focus, [axis]: currentTarget.valueAsNumber })}
            />
          </label>
        ))}
      </div>
    </Dialog>
  );
}
