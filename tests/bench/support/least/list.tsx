import {
  ActionIcon,
  Avatar,
  Button,
  Checkbox,
  MantineProvider,
  Menu,
  Modal,
  NavLink,
  Pagination,
  PasswordInput,
  Select,
  Switch,
  Table,
  Tabs,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';

const List = () => (
  <>
    <NavLink label="Products" />
    <Menu>
      <Menu.Target>
        <Avatar />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>Logout</Menu.Item>
      </Menu.Dropdown>
    </Menu>
    <Tabs defaultValue="All">
      <Tabs.Tab value="All">All</Tabs.Tab>
    </Tabs>
    <TextInput label="Search" />
    <Select label="Status" data={['ACTIVE', 'INACTIVE']} />
    <Table>
      <Table.Tbody>
        <Table.Tr>
          <Table.Td>
            <Checkbox aria-label="Select" />
            <Switch aria-label="Status" />
            <Tooltip label="Edit">
              <ActionIcon aria-label="Edit" />
            </Tooltip>
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
    <Pagination total={10} />
    <Modal opened={false} onClose={() => {}}>
      <PasswordInput label="Password" />
      <Button>Login</Button>
    </Modal>
  </>
);

const router = createBrowserRouter([{ path: '/', Component: List }]);

createRoot(document.body).render(
  <StrictMode>
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>
  </StrictMode>,
);
