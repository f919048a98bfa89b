/// <reference types="vite/client" />
import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import {
  ActionIcon,
  Avatar,
  Button,
  Checkbox,
  MantineProvider,
  NativeSelect,
  NavLink,
  Switch,
  Table,
  TextInput,
  Title,
} from '@mantine/core';
import { IconEdit, IconEye, IconPhoto, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, Outlet, RouterProvider } from 'react-router-dom';

type Product = { _id: string; name: string; sku: string; categoryName: string; price: number };
type Page = { data: Product[]; total: number };

const address = new Promise<string>((connect) => Object.assign(globalThis, { connect }));

const Frame = () => (
  <div style={{ display: 'grid', gridTemplateColumns: '15rem 1fr', height: '100vh' }}>
    <nav>
      {['Home', 'Products', 'Categories', 'Attributes', 'Brands', 'Pages', 'Users', 'History'].map((label) => (
        <NavLink key={label} component={Link} to="/" label={label} leftSection={<IconPhoto size="1rem" />} />
      ))}
    </nav>
    <div>
      <header style={{ display: 'flex' }}>
        <Button leftSection={<IconSearch size="1rem" />}>Search</Button>
        <Avatar name="Admin" />
      </header>
      <main>
        <Outlet />
      </main>
    </div>
  </div>
);

const columns = ['S.NO', 'Image', 'Name', 'SKU', 'Category', 'Price', 'Status', 'Action'];

const Row = ({ product, index }: { product: Product; index: number }) => (
  <Table.Tr>
    <Table.Td>
      <Checkbox aria-label={`Select ${product.name}`} />
    </Table.Td>
    <Table.Td>{index + 1}</Table.Td>
    <Table.Td>
      <IconPhoto size="1rem" />
    </Table.Td>
    <Table.Td>
      <Link to={`/ProductAddEdit/${product._id}`}>{product.name}</Link>
    </Table.Td>
    <Table.Td>{product.sku}</Table.Td>
    <Table.Td>{product.categoryName}</Table.Td>
    <Table.Td>{product.price}</Table.Td>
    <Table.Td>
      <Switch aria-label={`Status of ${product.name}`} />
    </Table.Td>
    <Table.Td>
      {[IconEye, IconEdit, IconTrash].map((Icon, action) => (
        <ActionIcon key={columns[action]} aria-label={`Action ${action}`}>
          <Icon size="1rem" />
        </ActionIcon>
      ))}
    </Table.Td>
  </Table.Tr>
);

const List = () => {
  const { data } = useQuery({
    queryKey: ['products'],
    queryFn: async (): Promise<Page> => (await fetch(await address)).json(),
  });
  return (
    <>
      <Title>Products ({data?.total})</Title>
      <Button leftSection={<IconPlus size="1rem" />}>Add Product</Button>
      <TextInput aria-label="Search products" />
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Checkbox aria-label="Select all" />
            </Table.Th>
            {columns.map((column) => (
              <Table.Th key={column}>{column}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data?.data.map((product, index) => (
            <Row key={product._id} product={product} index={index} />
          ))}
        </Table.Tbody>
      </Table>
      <NativeSelect aria-label="Rows per page" data={['10', '20']} />
    </>
  );
};

const router = createBrowserRouter([{ path: '*', Component: Frame, children: [{ path: '*', Component: List }] }]);

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);
