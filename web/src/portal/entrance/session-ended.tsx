import './session-ended.css';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { endSession, hasEnded, ownAccount, resumeSession } from '../../session.ts';
import { SignInForm } from './sign-in.tsx';

/** Covers the page of a session that has ended, until the same person signs in again: what was typed there is kept. */
export const SessionEnded = () => (
  <Dialog
    title="Your session has ended"
    width="s"
    isOpen={hasEnded.value}
    actions={<Button onClick={endSession}>Leave this page</Button>}
  >
    <div class="stack session-ended">
      <p class="quiet">Sign in again to go on. What you have typed is kept.</p>
      <SignInForm email={ownAccount.value?.email} enter={resumeSession} />
    </div>
  </Dialog>
);
