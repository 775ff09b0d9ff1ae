import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { SecretBox } from '../../design/feedback/secret.tsx';
import { CodeBlock } from '../../design/text/code-block.tsx';

interface PublishedKeyProps {
  readonly title: string;
  readonly apiKey: string;
  readonly origins: readonly string[];
  /** The board shows the animals of this organization alone. */
  readonly organizationId?: number;
  readonly onClose: () => void;
}

/** A publishable key, which is no secret, with the line that embeds the board. */
export const PublishedKey = ({ title, apiKey, origins, organizationId, onClose }: PublishedKeyProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <Button kind="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div class="stack">
      <p>
        It works from {origins.join(', ')} only. It is no secret: everybody who opens your pages can read it, and you
        can see it here again.
      </p>
      <SecretBox secret={apiKey} label="the key" />
      <p>This line shows the board in a page of yours:</p>
      <CodeBlock
        language="html"
        copyLabel="Copy the line"
        code={`<script src="${location.origin}/embed.js" data-key="${apiKey}"${organizationId === undefined ? '' : ` data-organization="${organizationId}"`}></script>`}
      />
      <p>
        In WordPress, <a href="/docs/wordpress">install the plugin</a>, enter <code>{location.origin}</code> and the key
        in its settings, and put this shortcode in a page:
      </p>
      <CodeBlock
        language="text"
        copyLabel="Copy the shortcode"
        code={`[petstore_animals${organizationId === undefined ? '' : ` organization="${organizationId}"`}]`}
      />
    </div>
  </Dialog>
);
