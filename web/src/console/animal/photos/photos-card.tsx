import './photos-card.css';
import { useRef, useState } from 'preact/hooks';
import type { Photo, PhotoPatch } from '../../../../../client/src/petstore.ts';
import { IMAGE_TYPES, MAX_PHOTO_BYTES, MAX_PHOTOS } from '../../../../../src/vocabulary/photos.ts';
import { petstore } from '../../../api.ts';
import { useAction } from '../../../data/calls.ts';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { Card } from '../../../design/data/card.tsx';
import { ConfirmAct } from '../../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../../design/feedback/error-notice.tsx';
import { tell } from '../../../design/feedback/toast.tsx';
import { UserText } from '../../../design/text/user-text.tsx';
import { PhotoItem } from './photo-item.tsx';
import { addPhotos, dismiss, sendAgain, type Upload, useUploads } from './uploads.ts';

interface PhotosCardProps {
  readonly petId: number;
  readonly photos: readonly Photo[];
  /** Called with the photos as they are now. */
  readonly onPhotos: (edit: (photos: readonly Photo[]) => readonly Photo[]) => void;
  /** Reads them again, after a refusal. */
  readonly onStale: () => void;
}

/** The photos of an animal: adds them by dropping or choosing files, and describes, moves and removes them at once. */
export function PhotosCard({ petId, photos: stored, onPhotos, onStale }: PhotosCardProps) {
  /** The order that is being saved. */
  const [moved, setMoved] = useState<readonly Photo[]>();
  const photos = moved ?? stored;
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [dragged, drag] = useState<number>();
  const [isOver, setOver] = useState(false);
  const [removing, remove] = useState<Photo>();
  const [said, say] = useState('');
  const uploads = useUploads(petId, (photo) => onPhotos((now) => [...now.filter(({ id }) => id !== photo.id), photo]));
  const waiting = uploads.filter(({ mistake }) => mistake === undefined).length;
  const room = MAX_PHOTOS - photos.length - waiting;

  function take(files: readonly File[]): void {
    addPhotos(petId, files.slice(0, Math.max(0, room)));
    if (files.length > room) tell(`An animal has at most ${MAX_PHOTOS} photos. Some files were left out.`, 'danger');
  }

  const change = useAction(
    async (photo: Photo, patch: PhotoPatch) => {
      const { position } = patch;
      try {
        const changed = await petstore.photos.update(petId, photo.id, patch);
        onPhotos((now) => {
          const place = position ?? now.findIndex(({ id }) => id === photo.id);
          return now.filter(({ id }) => id !== photo.id).toSpliced(place, 0, changed);
        });
        if (position === undefined)
          tell(patch.alt === undefined ? 'The photo was saved.' : 'The description was saved.');
      } catch (failure) {
        onStale();
        throw failure;
      } finally {
        setMoved(undefined);
      }
    },
    { isQueued: true },
  );

  function move(photo: Photo, position: number): void {
    if (change.isBusy || position < 0 || position >= photos.length || photos[position]?.id === photo.id) return;
    setMoved(photos.filter(({ id }) => id !== photo.id).toSpliced(position, 0, photo));
    say(`Photo ${position + 1} of ${photos.length}.`);
    void change.run(photo, { position });
    // An element that is moved loses the focus, and at an end it cannot move on.
    const buttons = position < photos.indexOf(photo) ? ['forward', 'back'] : ['back', 'forward'];
    requestAnimationFrame(() => {
      const item = list.current?.children.item(position);
      buttons
        .map((to) => item?.querySelector<HTMLButtonElement>(`[data-move=${to}]`))
        .find((button) => button?.disabled === false)
        ?.focus();
    });
  }

  return (
    <Card
      title="Photos"
      about="Adopters look at them first. The first one is shown in lists."
      actions={
        room > 0 && (
          <>
            <Button icon="camera" class="photos-take" onClick={() => camera.current?.click()}>
              Take a photo
            </Button>
            <Button icon="upload" class="photos-choose" onClick={() => input.current?.click()}>
              Choose photos
            </Button>
          </>
        )
      }
    >
      <div
        class="stack photos-drop"
        data-over={isOver}
        onDragOver={(event) => {
          if (event.dataTransfer?.types.includes('Files') !== true) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={({ relatedTarget, currentTarget }) => {
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
        }}
        onDrop={(event) => {
          const files = [...(event.dataTransfer?.files ?? [])];
          if (files.length === 0) return;
          event.preventDefault();
          setOver(false);
          take(files);
        }}
      >
        {[
          { ref: input, label: 'Photos to add', multiple: true },
          { ref: camera, label: 'Photo to take', capture: 'environment' as const },
        ].map(({ ref, label, ...kind }) => (
          <input
            key={label}
            ref={ref}
            {...kind}
            type="file"
            accept={IMAGE_TYPES.join()}
            class="visually-hidden"
            tabIndex={-1}
            aria-label={label}
            onChange={({ currentTarget }) => {
              take([...(currentTarget.files ?? [])]);
              // So that the same file can be chosen again.
              currentTarget.value = '';
            }}
          />
        ))}
        {photos.length > 0 && (
          <ol class="photos-list stack" ref={list} aria-label="Photos, in their order" aria-busy={change.isBusy}>
            {photos.map((photo, index) => (
              <PhotoItem
                key={photo.id}
                photo={photo}
                index={index}
                count={photos.length}
                isDragged={dragged === photo.id}
                onAlt={(alt) => void change.run(photo, { alt })}
                onFocus={(focus) => void change.run(photo, { focus })}
                onMove={(position) => move(photo, position)}
                onRemove={() => remove(photo)}
                onDrag={drag}
                onDropped={() => {
                  const other = photos.find(({ id }) => id === dragged);
                  if (other !== undefined) move(other, index);
                }}
              />
            ))}
          </ol>
        )}
        {uploads.length > 0 && (
          <ul class="stack close">
            {uploads.map((upload) => (
              <UploadItem key={upload.id} upload={upload} />
            ))}
          </ul>
        )}
        <p class={photos.length === 0 ? 'nothing' : 'field-hint'}>
          {room > 0
            ? `Drop photos here: JPEG, PNG, WebP, GIF, AVIF or HEIC, up to ${MAX_PHOTO_BYTES / 1_024 / 1_024} MiB each.`
            : `An animal has at most ${MAX_PHOTOS} photos.`}
        </p>
        <p class="visually-hidden" role="status">
          {said}
        </p>
        <ErrorNotice error={change.error} />
      </div>
      {removing !== undefined && (
        <ConfirmAct
          title="Remove this photo?"
          verb="Remove"
          isDangerous
          onClose={() => remove(undefined)}
          act={async () => {
            await petstore.photos.delete(petId, removing.id);
            onPhotos((now) => now.filter(({ id }) => id !== removing.id));
            tell('The photo was removed.');
            document.getElementById('main')?.focus({ preventScroll: true });
          }}
        >
          <p>It disappears from the board at once. You cannot undo this.</p>
        </ConfirmAct>
      )}
    </Card>
  );
}

/** A file on its way, or the reason why there is no photo of it. */
function UploadItem({ upload }: { readonly upload: Upload }) {
  const { id, sent, mistake, isToRepeat } = upload;
  const { name } = upload.file;
  if (mistake !== undefined)
    return (
      <li class="photo-upload frame stack tight">
        <p class="field-error" role="alert">
          <UserText>{name}</UserText>: {mistake}
        </p>
        <span class="row">
          {isToRepeat === true && (
            <IconButton icon="refresh" label={`Send ${name} again`} onClick={() => sendAgain(upload)} />
          )}
          <IconButton icon="close" label={`Dismiss ${name}`} onClick={() => dismiss(id)} />
        </span>
      </li>
    );
  return (
    <li class="photo-upload frame stack tight">
      <p class="small">
        <UserText>{name}</UserText> <span class="quiet">{sent < 1 ? 'is being sent' : 'is being made smaller'}</span>
      </p>
      <progress aria-label={`Upload of ${name}`} max={1} {...(sent < 1 && { value: sent })} />
    </li>
  );
}
