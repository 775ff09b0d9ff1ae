import { useState } from 'preact/hooks';
import type { PhotoFocus, Photo as PhotoOfPet } from '../../../../../client/src/petstore.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { Photo } from '../../../pets/photo.tsx';

interface FocusDialogProps {
  readonly photo: PhotoOfPet;
  /** Called with null for the usual one, a little above the middle. */
  readonly onFocus: (focus: PhotoFocus | null) => void;
  readonly onClose: () => void;
}

/** Asks for the point of a photo that stays in view where only a part of it is shown. */
export function FocusDialog({ photo, onFocus, onClose }: FocusDialogProps) {
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
