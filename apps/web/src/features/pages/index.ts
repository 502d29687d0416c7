export { ContactForm } from './components/contact-form.tsx';
export { InformationPage } from './components/information-page.tsx';
export { MessageTable } from './components/message-table.tsx';
export { PageEditor } from './components/page-editor.tsx';
