import { PageHeader } from '../../design/layout/page-header.tsx';
import { ApplicationsList } from './applications-list.tsx';

/** The applications for all animals. */
export const Applications = () => (
  <>
    <PageHeader
      title="Applications"
      about="For animals that several people may want. Choose an animal to compare those who apply for it."
    />
    <ApplicationsList path="/console/applications" />
  </>
);
